import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { uploadsRepo } from '#server/domains/storage/file-storage/uploads.repo.ts'
import { type UploadLock, UploadTaken } from '#server/ports/uploads.ts'

const lease_ms = 15_000
const renew_every_ms = 2_000
const ask_every_ms = 100
const patience_ms = 20_000

/** Those that this node holds, so that one of its own connections need not wait for the next renewal. */
const held_here = new Map<string, () => void>()

/**
 * A row of the upload says who writes to it, so that it holds across nodes and ends by itself when a node dies. Whoever is
 * asked to let go does: a client that comes back is the same one, whose old connection nobody has seen break.
 */
export function uploadLock({ database, clock, log }: Deps, id: string): UploadLock {
  const repo = uploadsRepo(database.kysely)
  const holder = randomUUID()
  const until = () => new Date(clock.now().getTime() + lease_ms)
  let renewing: NodeJS.Timeout | undefined

  async function renew(letGo: () => void): Promise<void> {
    const kept = await repo.holdOn(id, holder, clock.now(), until())
    if (!kept || kept.wanted) letGo()
  }

  return {
    lock: async (signal, letGo) => {
      for (let waited = 0; !(await repo.hold(id, holder, clock.now(), until())); waited += ask_every_ms) {
        if (signal.aborted || waited >= patience_ms) throw new UploadTaken()
        await repo.want(id)
        held_here.get(id)?.()
        await sleep(ask_every_ms)
      }
      held_here.set(id, letGo)
      renewing = setInterval(() => {
        renew(letGo).catch((error) => log.warn({ err: error, upload: id }, 'upload not held on to'))
      }, renew_every_ms)
    },
    unlock: async () => {
      clearInterval(renewing)
      held_here.delete(id)
      await repo.letGo(id, holder, clock.now())
    },
  }
}
