import { spawn } from 'node:child_process'
import { startPostgres } from './throwaway-postgres.ts'

/**
 * `node --import tsx scripts/with-postgres.ts [--forgetful] <command…>` runs the command with TEST_DATABASE_URL set to a
 * throwaway server; `--forgetful` turns off fsync and maintenance, for tests that do not crash the server and
 * soon drop their databases.
 */

const forgetful = process.argv[2] === '--forgetful'
const [command, ...args] = process.argv.slice(forgetful ? 3 : 2)
if (!command) throw new Error('usage: with-postgres.ts [--forgetful] <command> [arguments…]')

const noDisk = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'wal_level=minimal', 'max_wal_senders=0']
const noUpkeep = ['autovacuum=off', 'track_counts=off', 'checkpoint_timeout=1d', 'max_wal_size=8GB', 'bgwriter_lru_maxpages=0']
const server = await startPostgres(forgetful ? [...noDisk, ...noUpkeep] : [])
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: server.url } })
// The terminal sends these signals to the whole process group: the server stops when the command has exited.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))

process.exitCode = await new Promise<number>((resolve) => {
  child.on('error', () => resolve(127))
  child.on('exit', (code) => resolve(code ?? 1))
})
await server.stop()
