import { buildHangUpCommand, type HangUpTarget } from '#server/adapters/compute.shared/hang-up-scripts.ts'
import type { DockerEngine } from './engine.ts'

/** Ends the programs of a session. */
export async function hangUpSession(engine: DockerEngine, container: string, session: string, who: HangUpTarget): Promise<void> {
  const Cmd = buildHangUpCommand(session, who)
  await engine
    .call(async (docker) => (await docker.getContainer(container).exec({ Cmd })).start({ Detach: true }))
    .catch(() => undefined) // the instance is gone, and the program with it
}
