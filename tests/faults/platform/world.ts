import { join } from 'node:path'
import { pino } from 'pino'
import { createEngines } from '#server/adapters/engines.ts'
import { createUploads } from '#server/adapters/uploads.ts'
import { createFolderVolumes } from '#server/adapters/volumes.folder.ts'
import { buildApp } from '#server/app.ts'
import { readServerConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { ensureInstallationId } from '#server/db/installation.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { seedDemo } from '#server/demo/demo.ts'
import type { Deps } from '#server/deps.ts'
import { loadInstallationKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { createSessionTokens } from '#server/http/sessions.ts'
import { parseSecretRing } from '#server/keys.ts'
import { createApiCaller } from '#tests/support/calls.ts'
import { createSandboxAdapters } from '#tests/support/sandbox-adapters.ts'
import { FastClock } from './fast-clock.ts'

/** Speed relative to the wall clock: an hour passes in three seconds, so that sweeps happen in every life. */
const speed = 1_200

/** The whole platform on a folder as a killed one left it: durable database, simulator, demo data, fast clock. */
export async function openKillablePlatform(dir: string) {
  const clock = new FastClock(join(dir, 'clock'), speed)
  const database = await openDatabase({ data_dir: join(dir, 'database') })
  await migrateDatabase(database)
  const keys = await loadInstallationKeys(database, parseSecretRing(Buffer.alloc(32, 'faults').toString('base64')))
  const config = readServerConfig({ NODE_ENV: 'test', DATA_DIR: dir })
  const volumes = createFolderVolumes(join(dir, 'volumes'))
  const adapters = createSandboxAdapters(clock, keys, dir)
  const { sms, mail, payment } = adapters
  const deps: Deps = {
    config,
    clock,
    database,
    keys,
    ...adapters,
    engines: createEngines(config, clock, 'zhisuan'),
    volumes,
    uploads: createUploads(config, volumes),
    installation_id: await ensureInstallationId(database),
    log: pino({ level: 'error' }, pino.destination(2)),
    sandbox: { sms, payment, mail },
  }
  await seedDemo(deps)
  const app = await buildApp(deps)
  return { clock, deps, sandbox_payment: payment, app, call: createApiCaller(app), sessions: createSessionTokens(deps) }
}

export type KillablePlatform = Awaited<ReturnType<typeof openKillablePlatform>>
