import type { CallInput, Endpoint, EndpointData } from '#contract/endpoint.ts'
import type { StoryTime } from '#server/demo/living/calendar.ts'
import type { TravelledClock } from '#server/demo/living/travelled-clock.ts'
import type { Deps } from '#server/deps.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { openUserSession } from '#server/domains/accounts/auth/session.service.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { createSessionTokens } from '#server/http/sessions.ts'
import type { LlmRequest } from '#server/ports/llm-upstream.ts'
import { inTransaction } from '#server/tx.ts'

export interface CallFrom {
  token?: string
  ip?: string
  user_agent?: string
  file?: { bytes: Buffer; name: string; type: string }
}

/** The API of the platform under the story, without a network. Throws at any refusal. */
export interface Wire {
  call<E extends Endpoint>(endpoint: E, sent: CallInput<E>, from: CallFrom): Promise<EndpointData<E>>
  /** Asks a large model with a key of a user. An upstream that fails is not a refusal. */
  askModel(secret: string, question: LlmRequest): Promise<void>
}

/** Something that happens at a moment of the story. */
export interface Scene {
  at: StoryTime | Date
  play: (stage: Stage) => Promise<unknown>
}

interface Actor {
  id: string
  call<E extends Endpoint>(endpoint: E, sent?: CallInput<E>, file?: CallFrom['file']): Promise<EndpointData<E>>
}

export interface Stage {
  deps: Deps
  clock: TravelledClock
  wire: Wire
  /** The person with this nickname, signed in. */
  as(nickname: string): Actor
  addActor(nickname: string, id: string, role?: string): void
  /** Plays a scene later on. */
  plan(scene: Scene): void
  takePlanned(): Scene[]
  /** Ids that later scenes refer to, such as that of an instance by its name. */
  ids: Map<string, string>
}

const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x64; rv:145.0) Gecko/20100101 Firefox/145.0',
]
/** Sessions of operators end after a working day; so everybody signs in anew by then. */
const sessionMs = 8 * 3_600_000

interface SignedIn {
  id: string
  role: string
  nth: number
  session?: { id: string; since: number }
}

export function createStage(deps: Deps, clock: TravelledClock, wire: Wire): Stage {
  const actors = new Map<string, SignedIn>()
  const tokens = createSessionTokens(deps)
  let planned: Scene[] = []

  const fromOf = ({ nth }: SignedIn) => ({
    ip: `10.${20 + (nth % 7)}.${nth % 250}.${(nth * 37) % 250}`,
    user_agent: userAgents[nth % userAgents.length]!,
  })

  async function signIn(actor: SignedIn): Promise<string> {
    const now = clock.now().getTime()
    if (actor.session && now - actor.session.since < sessionMs) return actor.session.id
    const request = { id: 'story', ...fromOf(actor) }
    const { session_id: id } = await inTransaction(deps, async (tx) =>
      openUserSession(tx, await authRepo(tx.db).get(actor.id), request),
    )
    actor.session = { id, since: now }
    return id
  }

  return {
    deps,
    clock,
    wire,
    ids: new Map(),
    addActor: (nickname, id, role = 'user') => void actors.set(nickname, { id, role, nth: actors.size + 1 }),
    as(nickname) {
      const actor = actors.get(nickname)
      if (!actor) throw new Error(`nobody is called ${nickname}`)
      return {
        id: actor.id,
        async call(endpoint, sent = {}, file) {
          const sessionId = await signIn(actor)
          if (endpoint.stepUp) await sessionsRepo(deps.database.kysely).stepUp(sessionId, clock.now())
          const token = await tokens.issue(actor.id, sessionId)
          return wire.call(endpoint, sent, { ...fromOf(actor), token, ...(file && { file }) })
        },
      }
    },
    plan: (scene) => void planned.push(scene),
    takePlanned() {
      const taken = planned
      planned = []
      return taken
    },
  }
}
