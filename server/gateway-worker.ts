import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '#server/adapters/clock.system.ts'
import { createAdapters, createFleet, startTracing } from '#server/compose.ts'
import { readServerConfig } from '#server/config/config.ts'
import { borrowDatabase, openDatabase } from '#server/db/database.ts'
import { loadInstallationKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { guardDriver } from '#server/domains/rentals/reconcile/engine-lease.service.ts'
import type { GatewayThreadCommand, GatewayThreadData, GatewayThreadReport } from '#server/gateway/gateway-messages.ts'
import { openGateways } from '#server/gateway/gateways.ts'
import { loadSecretRing } from '#server/keys.ts'
import { createNodeLog } from '#server/node-log.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'

/**
 * Entry point of the thread started by gateway-thread.ts: SSH and port links with a driver and database sessions of their own,
 * outside the API's event loop. Only the question whether this process may use an engine goes to the main thread.
 */

const { database: lent, installation_id: installationId } = workerData as GatewayThreadData
const main = parentPort!
const report = (what: GatewayThreadReport) => main.postMessage(what)
// On Linux that of this thread, so that calls go before bytes; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const questions = new Map<number, (problem: string | undefined) => void>()
let lastQuestion = 0
async function assertHeld(engine: string): Promise<void> {
  const id = ++lastQuestion
  const problem = await new Promise<string | undefined>((resolve) => {
    questions.set(id, resolve)
    report({ kind: 'permit', id, engine })
  })
  if (problem !== undefined) throw new DriverUnavailable(problem)
}

const config = readServerConfig(process.env)
const clock = systemClock
const log = createNodeLog(config, { thread: 'gateways' })
const tracing = await startTracing(config, { clock, log })
const database = lent ? borrowDatabase(lent) : await openDatabase({ url: config.database_url! })
const keys = await loadInstallationKeys(database, loadSecretRing(config.secret_key, config.data_dir))
const say = (line: string) => report({ kind: 'said', line })
const adapters = await createAdapters(config, { clock, keys, installation_id: installationId, say })
const compute = createFleet({ config, clock, database, keys, ...adapters }, (engine, driver) =>
  guardDriver(driver, clock, () => assertHeld(engine)),
)
adapters.figures.onConnections = () => report({ kind: 'connections', counts: adapters.figures.connections })
const gateways = await openGateways(
  { config, clock, database, keys, installation_id: installationId, log, ...adapters, compute },
  say,
)
async function close(): Promise<never> {
  await gateways.close()
  await compute.close()
  await database.close()
  await tracing.close()
  return process.exit() // of the thread
}
main.on('message', (command: GatewayThreadCommand) => {
  if (command.kind === 'close') return void close()
  if (command.kind === 'leave') return void adapters.departure.begin(command.until).then(() => report({ kind: 'left' }))
  questions.get(command.id)?.(command.problem)
  questions.delete(command.id)
})
report({ kind: 'open', public: gateways.public })
