import { DriverConflict } from '#server/ports/driver-errors.ts'
import type { EngineNote, EngineNotes } from '#server/ports/engine-notes.ts'
import { type Engine, tolerating } from './engine.ts'
import { label, note_labels, noteName } from './names.ts'

const not_found = 404

/** Each note is an empty volume: making one is a single step on the engine, and of two with one name there is the first. */
export function engineNotes(engine: Engine, installation_id: string): EngineNotes {
  const filters = { label: [`${label.installation}=${installation_id}`, note_labels.token] }

  async function all(): Promise<(EngineNote & { name: string })[]> {
    const { Volumes } = await engine.call((docker) => docker.listVolumes({ filters }))
    const notes = (Volumes ?? []).map(({ Name, Labels }) => ({
      name: Name,
      sequence: Number(Labels[note_labels.sequence]),
      token: Labels[note_labels.token] ?? '',
      free: Labels[note_labels.free] === 'true',
    }))
    return notes.sort((a, b) => b.sequence - a.sequence)
  }

  return {
    newest: async () => (await all())[0],
    leave: async (note) => {
      const Labels = {
        [label.installation]: installation_id,
        [note_labels.sequence]: String(note.sequence),
        [note_labels.token]: note.token,
        [note_labels.free]: String(note.free),
      }
      const Name = noteName(installation_id, note.sequence)
      await engine
        .call((docker) => docker.createVolume({ Name, Labels }))
        .catch((error: unknown) => {
          if (!(error instanceof DriverConflict)) throw error // somebody was quicker, in Podman's words
        })
      const [newest, ...older] = await all()
      for (const { name } of older) {
        await tolerating(
          [not_found],
          engine.call((docker) => docker.getVolume(name).remove()),
        )
      }
      return newest ?? note
    },
  }
}
