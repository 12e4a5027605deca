import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { uploadsRepo } from '#server/domains/storage/file-storage/uploads.repo.ts'
import { type UploadLock, UploadTaken } from '#server/ports/uploads.ts'

const leaseMs = 15_000
const renewEveryMs = 2_000
const askEveryMs = 100
const lockTimeoutMs = 20_000

/** Locks held by this node, so that its own connections need not wait for the next renewal. */
const heldLocks = new Map<string, () => void>()

/**
 * Creates a lock stored in the upload's row, so that it works across nodes and expires if a node dies. The holder always releases
 * it on request: the requester is the same client reconnecting, while its old connection has not been detected as broken.
 */
export function createUploadLock({ database, clock, log }: Deps, id: string): UploadLock {
  const repo = uploadsRepo(database.kysely)
  const holder = randomUUID()
  const until = () => new Date(clock.now().getTime() + leaseMs)
  let renewing: NodeJS.Timeout | undefined

  async function renew(letGo: () => void): Promise<void> {
    const kept = await repo.holdOn(id, holder, clock.now(), until())
    if (!kept || kept.wanted) letGo()
  }

  return {
    lock: async (signal, letGo) => {
      for (let waited = 0; !(await repo.hold(id, holder, clock.now(), until())); waited += askEveryMs) {
        if (signal.aborted || waited >= lockTimeoutMs) throw new UploadTaken()
        await repo.want(id)
        heldLocks.get(id)?.()
        await sleep(askEveryMs)
      }
      heldLocks.set(id, letGo)
      renewing = setInterval(() => {
        renew(letGo).catch((error) => log.warn({ err: error, upload: id }, 'upload not held on to'))
      }, renewEveryMs)
    },
    unlock: async () => {
      clearInterval(renewing)
      heldLocks.delete(id)
      await repo.letGo(id, holder, clock.now())
    },
  }
}
