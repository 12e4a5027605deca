import type { Deps } from '#server/deps.ts'
import { attachLiveRows, type RowReaders, selectNewestChanges } from '#server/domains/notify/notifications/live-rows.ts'
import { type StreamRow, streamRepo } from '#server/domains/notify/notifications/stream.repo.ts'
import { StreamClient, type StreamListener, type StreamOutlet } from '#server/domains/notify/notifications/stream-client.ts'
import { outboxChannel } from '#server/domains/notify/notifications/stream-outbox.ts'

const keepaliveMs = 25_000
const gatherMs = 30
const page = 1_000
const streamsPerUser = 5

export interface StreamHub {
  /** Opens a stream for a user from `lastEventId`, or from now on. Returns the function that closes it. */
  subscribe(listener: StreamListener, lastEventId: bigint | undefined, outlet: StreamOutlet): Promise<() => void>
  /** Positions and delivers committed events; runs automatically on every wake-up. */
  pump(): Promise<void>
  close(): Promise<void>
}

/** Delivers the outbox to the open streams of this node. Every node runs one; the database keeps the order. */
export async function createStreamHub(
  { database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  readers: RowReaders = {},
): Promise<StreamHub> {
  const repo = streamRepo(database.kysely)
  const clients = new Map<string, Set<StreamClient>>()
  const stopping = new AbortController()
  let delivered = (await repo.kept()).head
  let pumping: Promise<void> | undefined
  let again = false

  const everybody = () => [...clients.values()].flatMap((set) => [...set])

  async function deliver(): Promise<void> {
    await database.transaction((trx) => repo.place(trx))
    for (;;) {
      const rows = await repo.after(delivered, page)
      for (const row of await tellable(rows)) {
        const listeners = row.user_id === null ? everybody() : [...(clients.get(row.user_id) ?? [])]
        for (const client of listeners) client.live(row)
      }
      delivered = rows.at(-1)?.position ?? delivered
      if (rows.length < page) return
    }
  }

  /** Returns the events with listeners on this node, deduplicated and with rows attached. */
  async function tellable(rows: readonly StreamRow[]): Promise<readonly StreamRow[]> {
    const heard = selectNewestChanges(rows.filter(({ user_id: userId }) => userId === null || clients.has(userId)))
    return attachLiveRows(heard, readers).catch((error) => {
      log.error({ err: error }, 'rows of changes could not be read')
      return heard // consoles fetch the rows themselves
    })
  }

  function pump(): Promise<void> {
    if (pumping) {
      again = true
      return pumping
    }
    pumping = deliver()
      .catch((error) => log.error({ err: error }, 'stream delivery failed'))
      .finally(() => {
        pumping = undefined
        if (again && !stopping.signal.aborted) {
          again = false
          void pump()
        }
      })
    return pumping
  }

  let keeping = false
  async function keepAlive(): Promise<void> {
    keeping = true
    while (clients.size > 0) {
      await clock.sleep(keepaliveMs, stopping.signal)
      if (stopping.signal.aborted) return
      await endUnwelcome().catch((error) => log.error({ err: error }, 'sessions of streams could not be checked'))
      for (const client of everybody()) client.keepalive()
      // Delivers events of a process that died between its commit and its wake-up.
      await pump()
    }
    keeping = false
  }

  /** Closes streams whose token expired, whose session ended or whose account was frozen. */
  async function endUnwelcome(): Promise<void> {
    const now = clock.now()
    const ended = new Set(await repo.endedSessions([...new Set(everybody().map(({ listener }) => listener.session_id))]))
    for (const client of everybody()) {
      if (client.listener.expires_at <= now || ended.has(client.listener.session_id)) client.close()
    }
  }

  async function catchUp(client: StreamClient): Promise<void> {
    while (!client.closed) {
      const rows = await repo.afterFor(client.listener.user_id, client.cursor, page)
      await client.replay(rows)
      if (rows.length < page) break
    }
    client.caughtUp()
  }

  function open(client: StreamClient): () => void {
    const { user_id: userId } = client.listener
    const own = clients.get(userId) ?? new Set()
    clients.set(userId, own.add(client))
    if (!keeping) void keepAlive()
    const [oldest] = own
    if (oldest && own.size > streamsPerUser) {
      own.delete(oldest)
      oldest.close()
    }
    return () => {
      own.delete(client)
      if (own.size === 0 && clients.get(userId) === own) clients.delete(userId)
    }
  }

  let gathering = false
  const stopListening = await database.listen(outboxChannel, () => {
    if (gathering) return
    gathering = true
    void clock.sleep(gatherMs, stopping.signal).then(() => {
      gathering = false
      return pump()
    })
  })

  return {
    subscribe: async (listener, lastEventId, outlet) => {
      await pump()
      const { oldest, head } = await repo.kept()
      const from = lastEventId ?? head
      const client = new StreamClient(listener, outlet, from, () => {
        catchUp(client).catch((error) => {
          log.error({ err: error }, 'stream could not catch up')
          client.close()
        })
      })
      const leave = open(client)
      // Open only now, so that a client that sees the stream open receives every later change.
      outlet.begin()
      // The position is no longer retained, or was never issued here: the client must refetch everything.
      if (from < oldest - 1n || from > head) client.startOver(head)
      await catchUp(client)
      return leave
    },
    pump,
    close: async () => {
      stopping.abort()
      await stopListening()
      for (const client of everybody()) client.close()
      await pumping
    },
  }
}
