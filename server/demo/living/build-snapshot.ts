import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import { createSimulatorFaults } from '#server/adapters/compute.simulator/faults.ts'
import { createSimulator } from '#server/adapters/compute.simulator/simulator.ts'
import { createAdapters } from '#server/compose.ts'
import { readServerConfig } from '#server/config/config.ts'
import { createDatabase } from '#server/db/database.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { PgliteEngine } from '#server/db/pglite-engine.ts'
import { openPgliteText } from '#server/db/pglite-text.ts'
import { packDump } from '#server/db/template.ts'
import { demoImagesByReference } from '#server/demo/catalogue.ts'
import { demoFleet } from '#server/demo/fleet.ts'
import { storyBegins } from '#server/demo/living/calendar.ts'
import { playMonth } from '#server/demo/living/month.ts'
import { createPacedLlm } from '#server/demo/living/paced-llm.ts'
import { snapshotRepo } from '#server/demo/living/snapshot.repo.ts'
import { buildManifest, databaseFile, dataDirMark, snapshotFolders, storyInstallationId } from '#server/demo/living/snapshot.ts'
import { createStage, type Wire } from '#server/demo/living/stage.ts'
import { copyFolderTree, dateVolumes } from '#server/demo/living/story-files.ts'
import { TravelledClock } from '#server/demo/living/travelled-clock.ts'
import type { Deps } from '#server/deps.ts'
import { loadInstallationKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { parseSecretRing } from '#server/keys.ts'
import { auditBooks } from '#server/ledger/audit.ts'

const secret = Buffer.alloc(48, 'story').toString('base64')

/** Records of machines name their mounts by whole paths. */
async function forgetWorkFolder(machines: string, work: string): Promise<void> {
  for (const id of await readdir(machines)) {
    const file = join(machines, id, 'record.json')
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text !== undefined) await writeFile(file, text.replaceAll(work, dataDirMark))
  }
}

export async function buildSnapshot(
  dir: string,
  openWire: (deps: Deps) => Promise<Wire & { close(): Promise<void> }>,
): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'zhisuan-story-'))
  const clock = new TravelledClock(storyBegins)
  const pglite = new PGlite({ startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off'] })
  const database = createDatabase('pglite', new PgliteEngine(await openPgliteText(pglite)))
  await migrateDatabase(database)
  await snapshotRepo(database.kysely).insertInstallation(storyInstallationId)
  const keys = await loadInstallationKeys(database, parseSecretRing(secret))
  const config = readServerConfig({ DATA_DIR: work, USER_RPS: '0', NETWORK_RPS: '0', CHALLENGE_FREE_SENDS: '1000000' })
  const log = pino({ level: 'warn' }, pino.destination(2))
  const faults = createSimulatorFaults()
  const adapters = await createAdapters(config, { clock, keys, installation_id: storyInstallationId, say: () => {} })
  const simulator = {
    ...{ clock, dir: join(work, 'simulator'), hosts: demoFleet, faults },
    catalogue: demoImagesByReference,
    delays: { pulling_ms: 0 },
  }
  const deps: Deps = {
    ...{ config, clock, database, keys, log, installation_id: storyInstallationId },
    ...adapters,
    volumes: dateVolumes(adapters.volumes, join(work, 'volumes'), clock),
    compute: createSimulator(simulator),
    llm: createPacedLlm(clock),
  }
  const wire = await openWire(deps)
  await playMonth(createStage(deps, clock, wire), (broken) => {
    faults.pull_error = broken ? 'ImageNotFound' : undefined
  })
  const findings = await auditBooks(database.kysely)
  if (findings.length > 0)
    throw new Error(
      `the books of the story do not balance: ${JSON.stringify(findings, (_, v) => (typeof v === 'bigint' ? String(v) : v))}`,
    )
  await wire.close()
  await deps.compute.close()
  await snapshotRepo(database.kysely).forgetTraces()
  for (const statement of ['vacuum full usage_points', 'vacuum full usage_samples', 'vacuum full segments', 'checkpoint'])
    await pglite.exec(statement)
  const dump = await pglite.dumpDataDir('none')
  await database.close()
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, databaseFile), await packDump(dump))
  for (const folder of snapshotFolders) await copyFolderTree(join(work, folder), join(dir, folder), 0)
  await forgetWorkFolder(join(dir, 'simulator', 'instances'), work)
  const { file, text } = buildManifest(secret)
  await writeFile(join(dir, file), text)
  await rm(work, { recursive: true, force: true })
}
