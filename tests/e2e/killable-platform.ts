import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findServerProgram } from '#tests/support/server-program.ts'

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** The real server in its own process that can be killed and restarted at the same address with the same data. */
export async function startKillablePlatform(settings: NodeJS.ProcessEnv = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'zhisuan-mortal-'))
  const [port, sshPort] = [Number(settings.PORT ?? (await freePort())), await freePort()]
  const origin = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  const isUp = () =>
    fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  /** Starts it with the settings it had at first, but for `changes`. */
  const start = async (changes: NodeJS.ProcessEnv = {}) => {
    child = spawn(process.execPath, findServerProgram(), {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DEMO: 'plain',
        PORT: `${port}`,
        GATEWAY_PORT: '0',
        SSH_PORT: `${sshPort}`,
        DATA_DIR: dataDir,
        ...settings,
        ...changes,
      },
    })
    while (!(await isUp())) {
      if (child.exitCode !== null) throw new Error('the platform that can be killed has ended by itself')
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const kill = async () => {
    if (!child || child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await start()
  return {
    origin,
    ssh_port: sshPort,
    start,
    kill,
    close: async () => {
      await kill()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
