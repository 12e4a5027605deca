import { once } from 'node:events'
import { importTestImage, testImageName } from './docker-engine/test-image.ts'
import { findEngineObstacle, startThrowawayEngine, type ThrowawayEngine } from './docker-engine/throwaway-engine.ts'

const notPossible = 3

/** `with-docker.ts [--] command [args…]`: runs the command with its own Docker engine; exit code 3 if none can run here. */
async function main(): Promise<number> {
  const [command, ...args] = process.argv.slice(process.argv[2] === '--' ? 3 : 2)
  if (command === undefined) {
    console.error('用法：with-docker.ts 命令 [参数…]')
    return 2
  }
  const reason = await findEngineObstacle()
  if (reason) {
    console.error(reason)
    return notPossible
  }
  const engine = await startThrowawayEngine()
  try {
    await importTestImage(engine.docker)
    return await run(engine, command, args)
  } finally {
    await engine.stop()
  }
}

async function run(engine: ThrowawayEngine, command: string, args: readonly string[]): Promise<number> {
  const child = engine.spawnInside(command, args, {
    ...process.env,
    DOCKER_SOCKET: engine.socket_path,
    TEST_IMAGE: testImageName,
  })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', pass)
  process.on('SIGTERM', pass)
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return code ?? (signal ? 130 : 1)
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  },
)
