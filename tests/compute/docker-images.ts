import { randomBytes } from 'node:crypto'
import type { DockerWorld } from './docker-world.ts'

interface ImageChanges {
  Cmd?: string[]
  Env?: string[]
  Labels?: Record<string, string>
}

/** The test image with another command, environment or labels; removed with the engine. */
export async function createImageVariant({ docker, image }: DockerWorld, changes: ImageChanges): Promise<string> {
  const container = await docker.createContainer({ Image: image, Cmd: ['true'], ...changes })
  const tag = randomBytes(6).toString('hex')
  await container.commit({ repo: 'zhisuan/variant', tag, ...(changes.Cmd ? {} : { changes: 'CMD ["sh"]' }) })
  await container.remove()
  return `zhisuan/variant:${tag}`
}
