import { once } from 'node:events'
import net from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openDatabase } from '#server/db/database.ts'
import { type DatabaseFacts, holdStill } from '#server/db/hold-still.ts'
import { findPauseDoor, pauseWords } from './pause-door.ts'

async function knock(file: string): Promise<net.Socket | undefined> {
  const connection = net.connect(file)
  try {
    await once(connection, 'connect')
    return connection
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined
    throw new Error(`连不上正在运行的平台（${file}：${code}）；请用运行平台的账号或 root 备份`)
  }
}

async function pauseServer(connection: net.Socket, work: (facts: DatabaseFacts) => void): Promise<void> {
  connection.on('error', () => {}) // the lines end with it
  const lines = createInterface({ input: connection })[Symbol.asyncIterator]()
  const { value: facts } = await lines.next()
  if (facts === undefined) throw new Error('平台没有停下来等备份就断开了，请再运行一次')
  try {
    work(JSON.parse(facts) as DatabaseFacts)
    connection.write(pauseWords.done)
    const { value: answer } = await lines.next()
    if (`${answer}\n` !== pauseWords.whole)
      throw new Error('复制数据用得太久，平台没有再等下去，这次备份作废；请在空闲时再试，或停下平台后备份')
  } finally {
    connection.destroy()
  }
}

/**
 * Runs `work`, which must not wait, while nothing changes in the embedded database of a data folder, by the server that runs on it or
 * else by this process. Returns whether a server runs.
 */
export async function pauseInstallation(dataDir: string, work: (facts: DatabaseFacts) => void): Promise<boolean> {
  const connection = await knock(findPauseDoor(dataDir))
  if (connection) {
    await pauseServer(connection, work)
    return true
  }
  const database = await openDatabase({ data_dir: join(dataDir, 'database') })
  await holdStill(database, work).finally(() => database.close())
  return false
}
