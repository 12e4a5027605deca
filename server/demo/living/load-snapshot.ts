import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Transaction } from 'kysely'
import { dayMs, toShanghaiDay } from '#contract/day.ts'
import type { Database } from '#server/db/database.ts'
import type { DB } from '#server/db/types.ts'
import { wholeInstanceCard } from '#server/db/usage-points.ts'
import { storyEnds } from '#server/demo/living/calendar.ts'
import { livingRepo } from '#server/demo/living/living.repo.ts'
import { listSightings } from '#server/demo/living/pass-time.ts'
import { computeShiftDays, shiftText } from '#server/demo/living/shift-dates.ts'
import { snapshotRepo } from '#server/demo/living/snapshot.repo.ts'
import { dataDirMark, type Snapshot, snapshotFolders, storyInstallationId } from '#server/demo/living/snapshot.ts'
import { copyFolderTree } from '#server/demo/living/story-files.ts'
import { sampleRun, storeSamples } from '#server/demo/living/usage-history.ts'
import { buildCertificationIndexText } from '#server/domains/accounts/users/certification.service.ts'
import { computeBlindIndex, unsealIdentity } from '#server/domains/accounts/users/identity-vault.ts'
import { markMetersSeen, settleDueSegments } from '#server/domains/money/billing/billing.service.ts'
import { loadInstallationKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { resealValue } from '#server/domains/operator/key-rotation/sealed-value.ts'
import { sealedColumns, sealedValuesRepo } from '#server/domains/operator/key-rotation/sealed-values.repo.ts'
import { rollUpSamples } from '#server/domains/rentals/monitor/rollup.service.ts'
import { deriveSealingKeys, parseSecretRing, type SecretRing } from '#server/keys.ts'
import type { Clock } from '#server/ports/clock.ts'

const allValues = 100_000
const hourMs = 3_600_000

interface Home {
  database: Database
  clock: Clock
  data_dir: string
  ring: SecretRing
}

/** Seals everything of the story with this installation's keys, of which the story knows none. */
async function takeKeys(trx: Transaction<DB>, { ring }: Home, { secret }: Snapshot): Promise<void> {
  const keys = deriveSealingKeys([...ring, ...parseSecretRing(secret)], null)
  const [values, rows] = [sealedValuesRepo(trx), snapshotRepo(trx)]
  await rows.forgetDataKeys()
  for (const of of sealedColumns)
    for (const value of await values.some(of, allValues)) await values.replace(of, value, resealValue(keys, of, value))
  const own = await loadInstallationKeys({ transaction: (work) => work(trx, () => {}) }, ring)
  for (const { user_id: userId, id_number_cipher: cipher } of await rows.realNames())
    await rows.setIdentityIndex(userId, computeBlindIndex(own, unsealIdentity(own, userId, cipher)))
  for (const { id, user_id: userId, number_cipher: cipher, ...paper } of await rows.certifications())
    await rows.setNumberIndex(
      id,
      computeBlindIndex(own, buildCertificationIndexText({ ...paper, number: unsealIdentity(own, userId, cipher) })),
    )
}

/** Puts the files of the story into the data folder, the simulated machines as of `days` later. */
async function placeFiles({ data_dir: dataDir }: Home, { dir }: Snapshot, installationId: string, days: number): Promise<void> {
  for (const folder of snapshotFolders)
    await copyFolderTree(join(dir, folder), join(dataDir, folder), folder === 'volumes' ? days * dayMs : undefined)
  const machines = join(dataDir, 'simulator', 'instances')
  const rewrite = async (file: string, change: (text: string) => string) => {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text !== undefined) await writeFile(file, change(text))
  }
  for (const id of await readdir(machines)) {
    await rewrite(join(machines, id, 'console.log'), (text) => shiftText(text, days))
    await rewrite(join(machines, id, 'record.json'), (text) => {
      const record = JSON.parse(text.replaceAll(dataDirMark, resolve(dataDir))) as {
        spec: { installation_id: string }
        state: { since: number }
      }
      record.spec.installation_id = installationId
      record.state.since += days * dayMs
      return JSON.stringify(record)
    })
  }
}

/** Meters what ran on since the story ended: sighted and settled as the workers would have done (docs/decisions/077). */
async function meterGap(trx: Transaction<DB>, ended: Date, now: Date): Promise<void> {
  const metered = (await livingRepo(trx).running()).filter((run) => run.metered).map(({ id }) => id)
  for (let at = ended.getTime(); at < now.getTime(); ) {
    const settled = Math.min(at + hourMs, now.getTime())
    await markMetersSeen(trx, metered, ...listSightings(at, settled))
    at = settled
    await settleDueSegments(trx, { now: new Date(at) })
  }
}

/** How densely the last hours are sampled, so that every chart is full to its end (docs/decisions/017). */
const recentSteps = [
  { last_ms: hourMs, step_ms: 30_000 },
  { last_ms: 6 * hourMs, step_ms: 120_000 },
  { last_ms: 30 * hourMs, step_ms: 600_000 },
] as const

/** Fills in what the machines did since the story ended, and the last hours in detail. */
async function fillUsage(home: Pick<Home, 'database' | 'clock'>, ended: Date): Promise<void> {
  const { database, clock } = home
  const now = clock.now().getTime()
  const running = await livingRepo(database.kysely).running()
  const rows = recentSteps.flatMap(({ last_ms: lastMs, step_ms: stepMs }, nth) => {
    const until = now - (recentSteps[nth - 1]?.last_ms ?? 0)
    const from = Math.max(now - lastMs, nth === recentSteps.length - 1 ? ended.getTime() : 0)
    const moments = Array.from({ length: Math.max(0, Math.floor((until - from) / stepMs)) }, (_, i) => until - i * stepMs)
    return moments.flatMap((at) =>
      running.filter((run) => run.started_at.getTime() < at).flatMap((run) => sampleRun(run, new Date(at))),
    )
  })
  if (!rows.some(({ card }) => card === wholeInstanceCard)) return
  await storeSamples({ database }, rows)
  await snapshotRepo(database.kysely).rollUpFrom(new Date(Math.min(ended.getTime(), now - 6 * hourMs)))
  await rollUpSamples({ database, clock })
}

/**
 * Makes a database that was restored from a snapshot this installation's own: its dates, keys, files and id. Does nothing to any
 * other database; interrupted, it is done again at the next start.
 */
export async function loadSnapshot(home: Home, snapshot: Snapshot): Promise<boolean> {
  const { database, clock } = home
  if ((await snapshotRepo(database.kysely).installationId()) !== storyInstallationId) return false
  const now = clock.now()
  const days = computeShiftDays(now)
  const ended = new Date(storyEnds.getTime() + days * dayMs)
  const installationId = `zs-${randomBytes(8).toString('hex')}`
  await placeFiles(home, snapshot, installationId, days)
  await database.transaction(async (trx) => {
    const repo = snapshotRepo(trx)
    await repo.shift(days, (text) => shiftText(text, days))
    await meterGap(trx, ended, now)
    await repo.setBudgetMonth(toShanghaiDay(now).slice(0, 7))
    await takeKeys(trx, home, snapshot)
    await repo.setInstallationId(installationId)
  })
  await fillUsage(home, ended)
  return true
}
