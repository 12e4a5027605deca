import { DriverConflict } from '#server/ports/driver-errors.ts'
import type { EngineNote, EngineNotes } from '#server/ports/engine-notes.ts'
import { type DockerEngine, ignoreStatuses } from './engine.ts'
import { formatNoteName, labelKeys, noteLabels } from './names.ts'

const notFound = 404

/** Stores each note as an empty volume: creation is atomic on the engine, and for two with the same name the first wins. */
export function createEngineNotes(engine: DockerEngine, installationId: string): EngineNotes {
  const filters = { label: [`${labelKeys.installation}=${installationId}`, noteLabels.token] }

  async function all(): Promise<(EngineNote & { name: string })[]> {
    const { Volumes } = await engine.call((docker) => docker.listVolumes({ filters }))
    const notes = (Volumes ?? []).map(({ Name, Labels }) => ({
      name: Name,
      sequence: Number(Labels[noteLabels.sequence]),
      token: Labels[noteLabels.token] ?? '',
      free: Labels[noteLabels.free] === 'true',
    }))
    return notes.sort((a, b) => b.sequence - a.sequence)
  }

  return {
    newest: async () => (await all())[0],
    leave: async (note) => {
      const Labels = {
        [labelKeys.installation]: installationId,
        [noteLabels.sequence]: String(note.sequence),
        [noteLabels.token]: note.token,
        [noteLabels.free]: String(note.free),
      }
      const Name = formatNoteName(installationId, note.sequence)
      await engine
        .call((docker) => docker.createVolume({ Name, Labels }))
        .catch((error: unknown) => {
          if (!(error instanceof DriverConflict)) throw error // another server was faster (Podman's response)
        })
      const [newest, ...older] = await all()
      for (const { name } of older) {
        await ignoreStatuses(
          [notFound],
          engine.call((docker) => docker.getVolume(name).remove()),
        )
      }
      return newest ?? note
    },
  }
}
