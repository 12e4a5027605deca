import type { DockerEngine } from './engine.ts'
import { buildTar } from './tar.ts'

/** Writes root's authorized_keys into a container that is not running. Never by Env: a snapshot would carry it along. */
export async function writeAuthorizedKeys(engine: DockerEngine, container: string, keys: readonly string[]): Promise<void> {
  const archive = await buildTar([
    { path: 'root/.ssh/', mode: 0o700 },
    { path: 'root/.ssh/authorized_keys', mode: 0o600, content: keys.map((key) => `${key}\n`).join('') },
  ])
  await engine.call((docker) => docker.getContainer(container).putArchive(archive, { path: '/' }))
}
