import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** Milliseconds of a core. */
export interface CpuTime {
  /** Of this process: the node. */
  node: number
  /** Of the database's processes that serve this node; undefined where the system does not say. */
  database: number | undefined
}

const tickMs = 10 // USER_HZ is 100 on all Linux architectures that Node runs on

/** User and system time of a process in ms, from fields 14 and 15 of its `stat`; the name before them may hold blanks. */
export function readProcessTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/** By process, as those that were idle end and others begin. */
async function readDatabaseTimes({ kysely }: Database): Promise<Map<number, number>> {
  try {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database()`.execute(kysely)
    return new Map(rows.map(({ pid }) => [pid, readProcessTime(pid)]))
  } catch {
    return new Map()
  }
}

const readNodeTime = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000

/** What `work` costs on both sides, for each of the operations whose number it returns. */
export async function measureCpu(database: Database, work: () => Promise<number>): Promise<CpuTime> {
  const before = await readDatabaseTimes(database)
  const begun = readNodeTime()
  const operations = await work()
  const node = (readNodeTime() - begun) / operations
  const after = await readDatabaseTimes(database)
  const spent = [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
  return { node, database: after.size > 0 ? spent / operations : undefined }
}
