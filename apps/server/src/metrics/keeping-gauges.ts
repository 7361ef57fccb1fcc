/**
 * Whether what customers handed in is kept, for /metrics: how old the newest backup is, and how many pictures have no
 * file.
 */
import { Gauge, type Registry } from 'prom-client'
import { lastBackupAt } from '../backup/index.ts'
import { SECOND_MS } from '../services/clock/index.ts'
import { lostIn } from '../services/uploads/index.ts'
import type { Context } from './context.ts'
import { patiently } from './patience.ts'

type Parts = Pick<Context, 'config' | 'files' | 'runtime'>

export function registerKeepingGauges(registry: Registry, { config, files, runtime }: Parts): void {
  new Gauge({
    name: 'veritick_backup_age_seconds',
    help: 'Since the newest complete backup by npm run backup; +Inf: none was made',
    registers: [registry],
    async collect() {
      const at = await lastBackupAt(config)
      this.set(at === undefined ? Number.POSITIVE_INFINITY : Math.max(0, runtime.now() - at) / SECOND_MS)
    },
  })
  const lost = lostIn({ files })
  new Gauge({
    name: 'veritick_pictures_lost',
    help: 'Pictures that the store names and whose file is missing in DATA_DIR',
    registers: [registry],
    async collect() {
      await patiently(lost(runtime.now()).then((count) => this.set(count)))
    },
  })
}
