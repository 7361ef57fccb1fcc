/**
 * Whether what customers handed in is kept, for /metrics: how old and how large the newest backup is, and how many
 * pictures have no file.
 */
import { Gauge, type Registry } from 'prom-client'
import { lastBackup } from '../backup/index.ts'
import { SECOND_MS } from '../services/clock/index.ts'
import { lostIn } from '../services/uploads/index.ts'
import type { Context } from './context.ts'
import { waitBriefly } from './store-wait.ts'

type Parts = Pick<Context, 'config' | 'files' | 'runtime'>

export function registerKeepingGauges(registry: Registry, { config, files, runtime }: Parts): void {
  new Gauge({
    name: 'veritick_backup_age_seconds',
    help: 'Since the newest complete backup by npm run backup; +Inf: none was made',
    registers: [registry],
    async collect() {
      const made = await lastBackup(config)
      this.set(made === undefined ? Number.POSITIVE_INFINITY : Math.max(0, runtime.now() - made.at) / SECOND_MS)
    },
  })
  new Gauge({
    name: 'veritick_backup_bytes',
    help: 'Size of the newest complete backup; NaN: none was made, or its size is not known',
    registers: [registry],
    async collect() {
      this.set((await lastBackup(config))?.bytes ?? Number.NaN)
    },
  })
  const lost = lostIn({ files })
  new Gauge({
    name: 'veritick_pictures_lost',
    help: 'Pictures that the store names and whose file is missing in DATA_DIR',
    registers: [registry],
    async collect() {
      await waitBriefly(lost(runtime.now()).then((count) => this.set(count)))
    },
  })
}
