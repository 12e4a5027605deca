import { z } from 'zod'
import type { OperatorAccess } from './access.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call an endpoint.
 * `public`: everybody · `user`: signed-in users · `main`: master accounts (requirements §6) ·
 * `tencent`: `is_tencent` users (requirements §6) · `operator` and `operator_…`: the roles of contract/access.ts (product §1).
 */
export type EndpointAccess = 'public' | 'user' | 'main' | 'tencent' | OperatorAccess

/** A resource declared by `crud()`; its metadata is derived from the declaration. */
export type CrudKind = `crud:${string}`

/** Kind of owned row named by a path parameter. The access matrix tests owner, stranger and unknown id. */
export type OwnedKind = FixtureKind | CrudKind

/** Kinds whose test rows are created by hand-written fixtures (tests/support/fixtures.ts). */
export type FixtureKind =
  | 'user'
  | 'instance'
  | 'order'
  | 'secret_key'
  | 'private_image'
  | 'image_share'
  | 'image_release'
  | 'image_release_version'
  | 'original'
  | 'queue_entry'
  | 'view'
  | 'notification'
  | 'recharge'
  | 'stock_alert'
  | 'ledger_entry'
  | 'bank_transfer'
  | 'withdrawal'
  | 'session'
  | 'notice_delivery'
  | 'sub_account'
  | 'project'
  | 'directory'
  | 'invoice'
  | 'invoice_title'
  | 'invoice_email'
  | 'coupon'
  | 'creator_statement'
  | 'data_set'
  | 'data_set_version'
  | 'storage_upload'
  | 'storage_task'
  | 'export_task'
  | 'operator_export_task'
  | 'llm_key'
  | 'llm_call'

type Schema = z.ZodType

/** Default size limit of a JSON body. Parsing a larger one would block the event loop for all callers. */
export const bodyMaxBytes = 65_536
/** Limit for forms with a text of tens of thousands of characters, or with the quotes for a hundred instances. */
export const longBodyMaxBytes = 393_216

/** Header with the answer to a challenge (`auth.challenge`), for calls that set `challenged`. */
export const challengeHeader = 'Challenge-Answer'

export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Data extends Schema = Schema,
  Paged extends boolean = boolean,
> {
  method: HttpMethod
  path: `/${string}`
  access: EndpointAccess
  /** Set if a path parameter names a row of one owner. */
  owned?: OwnedKind
  /** True if repeated calls with the same `Idempotency-Key` have one effect and one answer (product §11). */
  idempotent: boolean
  /** True if the stored answer contains a secret and therefore is stored encrypted. */
  secretAnswer: boolean
  /** True if the caller must have re-authenticated recently (product §2); otherwise the call fails with `step_up_required`. */
  stepUp: boolean
  /** True if the call is an attempt to prove who somebody is: each is a line of the log, with how it ended. */
  provesIdentity: boolean
  /** True if a visitor may have to solve a challenge first; otherwise the call fails with `challenge_required`. */
  challenged: boolean
  /** Purpose of the call, in Chinese. */
  summary: string
  /** English description for API developers, in one sentence: effects, units, order, limits. */
  description: string
  /** Success message for the user; the `message` of the envelope. */
  message: string
  /**
   * Path prefixes whose cached reads become stale after this call: `wallet` for all of `/api/v1/wallet…`, `instance/:id/guard`
   * for that one. Paths that start with the call's own noun (`parseEndpointNoun`) are always included.
   */
  invalidates: readonly string[]
  /** Where the call was specified; not meant for API users. */
  source: `requirements §${string}` | `decided: ${string}`
  params: Params
  query: Query
  body: Body
  data: Data
  /** True when the envelope carries `total` and `data` is one page. */
  paged: Paged
  /** The request is multipart/form-data: one part `file` of at most `max_bytes`; the other parts form the body, as text. */
  upload?: { max_bytes: number }
  /** Size limit of a JSON body that may exceed `bodyMaxBytes`. */
  maxBodyBytes?: number
  /** Media type of a successful answer that is bytes instead of an envelope; failures still use the envelope. */
  download?: string
}

const emptySchema = z.object({})
type EmptySchema = typeof emptySchema

/** Declares one API call; the server route, OpenAPI entry, typed client, access-matrix row and fuzz target derive from it. */
export function endpoint<
  Data extends Schema,
  Params extends Schema = EmptySchema,
  Query extends Schema = EmptySchema,
  Body extends Schema = EmptySchema,
  Paged extends boolean = false,
>(declared: {
  method: HttpMethod
  path: `/${string}`
  access: EndpointAccess
  owned?: OwnedKind
  idempotent?: boolean
  secretAnswer?: boolean
  stepUp?: boolean
  provesIdentity?: boolean
  challenged?: boolean
  summary: string
  description: string
  message?: string
  invalidates?: readonly string[]
  source: Endpoint['source']
  data: Data
  params?: Params
  query?: Query
  body?: Body
  paged?: Paged
  upload?: { max_bytes: number }
  maxBodyBytes?: number
  download?: string
}): Endpoint<Params, Query, Body, Data, Paged> {
  return {
    ...declared,
    idempotent: declared.idempotent ?? false,
    secretAnswer: declared.secretAnswer ?? false,
    stepUp: declared.stepUp ?? false,
    provesIdentity: declared.provesIdentity ?? false,
    challenged: declared.challenged ?? false,
    message: declared.message ?? '',
    invalidates: declared.invalidates ?? [],
    paged: (declared.paged ?? false) as Paged,
    params: (declared.params ?? emptySchema) as Params,
    query: (declared.query ?? emptySchema) as Query,
    body: (declared.body ?? emptySchema) as Body,
  }
}

/** Input of a handler: parsed values. */
export type HandlerInput<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
/** Input of a caller: raw values. */
export type CallInput<E extends Endpoint> = {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.input<E['body']>
}
/** What a caller receives as `data`. */
export type EndpointData<E extends Endpoint> = z.output<E['data']>
/** What a handler returns. */
export type HandlerResult<E extends Endpoint> = E extends { paged: true }
  ? { items: z.input<E['data']>; total: number }
  : z.input<E['data']>

/** Returns a path such as `/api/v1/instance/:id` with its parameters filled in and encoded. */
export const buildPath = (e: Pick<Endpoint, 'path'>, params: Record<string, unknown> = {}): string =>
  e.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** Root path of all calls. */
export const apiRoot = '/api/v1'

/**
 * Returns the noun of a path: `instance` for `/api/v1/instance/:id/start`, `operator/order` for
 * `/api/v1/operator/order/:id/refund`.
 */
export const parseEndpointNoun = ({ path }: Pick<Endpoint, 'path'>): string => {
  const [first = '', second = ''] = path.slice(apiRoot.length + 1).split('/')
  return first === 'operator' ? `${first}/${second}` : first
}

/** Returns whether a path begins with a prefix in the notation of `invalidates`. */
export const hasPathPrefix = (path: string, words: string): boolean => `${path}/`.startsWith(`${apiRoot}/${words}/`)
