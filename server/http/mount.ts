import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isOperatorAccess } from '#contract/access.ts'
import type { AuthTokens } from '#contract/auth.ts'
import { successCode } from '#contract/codes.ts'
import { bodyMaxBytes, challengeHeader, type Endpoint, type HandlerInput, type HandlerResult } from '#contract/endpoint.ts'
import { isTotalCapped } from '#contract/list.ts'
import { writeAtEnd } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { canCall } from '#server/http/access.ts'
import { buildAuditInsert, findAuditTarget } from '#server/http/audit.repo.ts'
import type { AuditedChange, Caller, Context, RequestDetails } from '#server/http/context.ts'
import { type Download, sendDownload } from '#server/http/download.ts'
import type { IdempotencyClaim } from '#server/http/idempotency.repo.ts'
import {
  AlreadyAnswered,
  claimIdempotencyKey,
  computeRequestHashes,
  findStoredAnswer,
  storeAnswer,
} from '#server/http/idempotency.ts'
import { assertNoControlBytes } from '#server/http/input.ts'
import { KeyedLimiter } from '#server/http/keyed-limiter.ts'
import { requireStepUp, type SessionTokens } from '#server/http/sessions.ts'
import type { TrafficCounter } from '#server/http/traffic.ts'
import { readUpload, type UploadedFile } from '#server/http/upload.ts'
import { KeyedMutex } from '#server/lib/concurrency.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

type Handler<E extends Endpoint> = (ctx: Context, input: HandlerInput<E>) => Promise<HandlerResult<E>>

const withoutOtherEffects = new WeakSet<object>()

/**
 * Marks a handler that has no effect but its one `ctx.transaction`: the idempotency key is claimed there without being looked up
 * before.
 */
export function inOneTransaction<H extends object>(handler: H): H {
  withoutOtherEffects.add(handler)
  return handler
}

export type Handlers<Group extends Record<string, Endpoint>> = {
  [K in keyof Group]: Handler<Group[K]>
}

export interface HttpDeps {
  app: FastifyInstance
  deps: Deps
  sessions: SessionTokens
  turnstiles: TrafficCounter
  /** Called in the transaction of each change by an operator, with the id of the changed row. */
  onOperatorChange?: (tx: Tx, id: string | null) => Promise<void>
}

const findBearerToken = (request: FastifyRequest): string | undefined =>
  request.headers.authorization?.replace(/^Bearer\s+/i, '') || undefined

const toRequestDetails = (endpoint: Endpoint, request: FastifyRequest): RequestDetails => ({
  id: request.id,
  ip: request.ip,
  user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
  ...(endpoint.challenged && { challenge_answer: request.headers[challengeHeader.toLowerCase()]?.toString() }),
})

async function authenticateCaller(
  { sessions }: HttpDeps,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  const token = findBearerToken(request)
  if (endpoint.access === 'public') return token ? (await sessions.authenticate(token).catch(() => undefined))?.caller : undefined
  if (!token) throw new Refusal('signed_out')
  const { caller } = await sessions.authenticate(token)
  if (!canCall(endpoint.access, caller)) {
    throw new Refusal(caller.lacks_second_factor && isOperatorAccess(endpoint.access) ? 'second_factor_missing' : 'forbidden')
  }
  return caller
}

function buildClaim(
  { deps }: HttpDeps,
  name: string,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller | undefined,
  input: unknown,
) {
  const key = request.headers['idempotency-key']
  if (!endpoint.idempotent || key === undefined || !caller) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,64}$/.test(key))
    throw createFieldRefusal('invalid', 'Idempotency-Key', '幂等键须为 1-64 个可见字符')
  return {
    user_id: caller.user_id,
    key,
    endpoint: name,
    ...computeRequestHashes(deps.keys.idempotency, name, input),
    sealing: endpoint.secretAnswer ? deps.keys.kept_answers : undefined,
  } satisfies IdempotencyClaim
}

function parseInput<E extends Endpoint>(endpoint: E, request: FastifyRequest, sentBody: unknown): HandlerInput<E> {
  assertNoControlBytes([request.params, request.query, sentBody])
  return {
    params: endpoint.params.parse(request.params),
    query: endpoint.query.parse(request.query ?? {}),
    body: endpoint.body.parse(sentBody ?? {}),
  } as HandlerInput<E>
}

interface Call {
  name: string
  endpoint: Endpoint
  input: HandlerInput<Endpoint>
  caller: Caller | undefined
  claim: IdempotencyClaim | undefined
  request: RequestDetails
  /** Names the request in each line. */
  log: Deps['log']
  file: UploadedFile | undefined
}

function createContext(http: HttpDeps, call: Call): { ctx: Context; finish(): Promise<void> } {
  const { onOperatorChange } = http
  const deps = { ...http.deps, log: call.log }
  const { clock } = deps
  const { caller } = call
  // Calls open to everybody never change user data, whatever their method (requirements §7: POST region_list).
  const audited = call.endpoint.method !== 'GET' && call.endpoint.access !== 'public' ? caller : undefined
  let transacted = false
  let change: AuditedChange = {}
  const record = async (tx: Tx, by: Caller) => {
    const done = { ...call, caller: by, change }
    writeAtEnd(tx.db, 'audited', () => buildAuditInsert(tx.db, done, clock.now()))
    if (isOperatorAccess(call.endpoint.access)) await onOperatorChange?.(tx, findAuditTarget(done))
  }
  const ctx: Context = {
    deps,
    request: call.request,
    visitor: !caller,
    get file() {
      if (!call.file) throw new Error(`${call.name} takes no file`)
      return call.file
    },
    audit: (changed) => {
      change = changed
    },
    get caller() {
      if (!caller) throw new Refusal('signed_out')
      return caller
    },
    transaction: (work) => {
      transacted = true
      return inTransaction(deps, async (tx) => {
        if (call.claim) await claimIdempotencyKey(tx.db, call.claim, clock.now())
        const result = await work(tx)
        if (call.claim) storeAnswer(tx.db, call.claim, result)
        if (audited) await record(tx, audited)
        return result
      })
    },
  }
  return {
    ctx,
    finish: async () => {
      if (call.endpoint.idempotent && !transacted) throw new Error(`${call.name} is idempotent but ran outside ctx.transaction`)
      if (audited && !transacted) await inTransaction(deps, (tx) => record(tx, audited))
    },
  }
}

/**
 * Serializes calls with the same idempotency key on a node: side effects before the transaction, such as counting tries, happen
 * once.
 */
const repeatMutex = new KeyedMutex()

/**
 * Limits concurrent changes per user and node: each holds one of the few database connections, and most wait for the same rows.
 * The queue is long enough for what an impatient script sends at once.
 */
const changeLimiter = new KeyedLimiter({ at_once: 4, waiting: 60 })

const answerCallQueued: typeof answerCall = (http, call, handler) => {
  const answer = () => answerCall(http, call, handler)
  const { claim, caller } = call
  if (call.endpoint.method === 'GET' || !caller) return answer()
  return changeLimiter.run(caller.user_id, () => (claim ? repeatMutex.run(`${claim.user_id} ${claim.key}`, answer) : answer()))
}

async function answerCall(http: HttpDeps, call: Call, handler: Handlers<Record<string, Endpoint>>[string]): Promise<unknown> {
  const { claim } = call
  const find = async () => claim && findStoredAnswer(http.deps.database.kysely, claim)
  const claimsFirst = withoutOtherEffects.has(handler)
  const stored = claimsFirst ? undefined : await find()
  if (stored) return stored.response
  const { ctx, finish } = createContext(http, call)
  try {
    const answer = await handler(ctx, call.input)
    await finish()
    return answer
  } catch (error) {
    // What the handler refuses by now may have been answered once.
    if (!(error instanceof AlreadyAnswered || (claimsFirst && error instanceof Refusal))) throw error
    const answered = await find()
    if (!answered) throw error
    return answered.response
  }
}

/**
 * Reduces an answer to the fields of the contract. An answer that violates the contract is a server bug, not the caller's fault.
 */
function parseAnswer(name: string, endpoint: Endpoint, answer: unknown): unknown {
  const parsed = endpoint.data.safeParse(answer)
  if (!parsed.success) throw new Error(`${name} answered what its contract does not allow`, { cause: parsed.error })
  return parsed.data
}

/** Writes down an attempt to prove who somebody is: what, by whom as far as known, from where, and how it ended. */
async function noteProof({ name, endpoint, caller, request, log }: Call, attempt: () => Promise<unknown>): Promise<unknown> {
  if (!endpoint.provesIdentity) return attempt()
  const note = (outcome: string, userId = caller?.user_id) =>
    log.info({ proof: name, outcome, ip: request.ip, ...(userId && { user_id: userId }) }, 'identity proof')
  try {
    const answer = await attempt()
    note('accepted', (answer as Partial<AuthTokens> | null)?.userId)
    return answer
  } catch (error) {
    note(error instanceof Refusal ? error.name_of_code : 'failed')
    throw error
  }
}

/** Returns whether the answer may be personal, so that browsers and proxies must not cache it. */
const isPrivateAnswer = ({ access, method }: Endpoint, request: FastifyRequest): boolean =>
  access !== 'public' || method !== 'GET' || findBearerToken(request) !== undefined

/**
 * Serves a group of the contract. Does authentication, access checks, step-up, parsing, idempotency, audit and the envelope; a
 * handler only receives parsed values and returns data. Fields unknown to the schema are dropped. With `upload`, `ctx.file` holds
 * the file; with `download`, the handler returns a `Download`.
 */
export function mountEndpoints<Group extends Record<string, Endpoint>>(
  http: HttpDeps,
  groupName: string,
  group: Group,
  handlers: Handlers<Group>,
) {
  for (const [key, endpoint] of Object.entries(group)) {
    const name = `${groupName}.${key}`
    const handler = handlers[key] as unknown as Handlers<Record<string, Endpoint>>[string]
    http.app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.maxBodyBytes ?? bodyMaxBytes,
      handler: async (request, reply) => {
        if (isPrivateAnswer(endpoint, request)) reply.header('cache-control', 'no-store')
        const caller = await authenticateCaller(http, endpoint, request)
        if (caller) http.turnstiles.passUser(caller.user_id)
        if (endpoint.stepUp && caller) await requireStepUp(http.deps, caller.session_id)
        const upload = endpoint.upload && (await readUpload(request, endpoint.upload.max_bytes))
        const input = parseInput(endpoint, request, upload ? upload.fields : request.body)
        const claim = buildClaim(http, name, endpoint, request, caller, { ...input, ...(upload && { file: upload.file.sha256 }) })
        const call = {
          name,
          endpoint,
          input,
          caller,
          claim,
          request: toRequestDetails(endpoint, request),
          log: request.log,
          file: upload?.file,
        }
        const answer = await noteProof(call, () => answerCallQueued(http, call, handler))
        if (endpoint.download) return sendDownload(reply, endpoint.download, answer as Download)
        const page = endpoint.paged ? (answer as { items: unknown; total: number }) : undefined
        return {
          code: successCode,
          success: true,
          message: endpoint.message,
          data: parseAnswer(name, endpoint, page ? page.items : answer),
          ...(page && { total: page.total, ...(isTotalCapped(input.query as object, page.total) && { total_is_capped: true }) }),
        }
      },
    })
  }
}
