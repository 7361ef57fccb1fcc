/**
 * Whether what customers handed in is kept, for /metrics: how old the newest backup is, and how many pictures have no
 * file.
 */
import { Gauge, type Registry } from 'prom-client'
import { lastBackupAt } from '../backup/last-backup.ts'
import type { House } from '../house.ts'
import { SECOND_MS } from '../times.ts'
import { lostIn } from '../uploads/lost.ts'
import { patiently } from './patience.ts'

type Parts = Pick<House, 'config' | 'files' | 'machine'>

export function registerKeepingGauges(registry: Registry, { config, files, machine }: Parts): void {
  new Gauge({
    name: 'veritick_backup_age_seconds',
    help: 'Since the newest complete backup by npm run backup; +Inf: none was made',
    registers: [registry],
    async collect() {
      const at = await lastBackupAt(config)
      this.set(at === undefined ? Number.POSITIVE_INFINITY : Math.max(0, machine.now() - at) / SECOND_MS)
    },
  })
  const lost = lostIn({ files })
  new Gauge({
    name: 'veritick_pictures_lost',
    help: 'Pictures that the store names and whose file is missing in DATA_DIR',
    registers: [registry],
    async collect() {
      await patiently(lost(machine.now()).then((count) => this.set(count)))
    },
  })
}
