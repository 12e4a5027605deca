import { z } from 'zod'
import type { OperatorAccess } from './access.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call an endpoint.
 * `public`: anybody · `user`: signed in · `main`: a master account (requirements §6) ·
 * `tencent`: `is_tencent` users (requirements §6) · `operator` and `operator_…`: the roles of contract/access.ts (product §1).
 */
export type EndpointAccess = 'public' | 'user' | 'main' | 'tencent' | OperatorAccess

/** A kind of row that `crud()` declared: all that is known of it is derived. */
export type CrudKind = `crud:${string}`

/** The kind of owned row a path parameter names; the access matrix calls it as owner, stranger and with no such row. */
export type OwnedKind = FixtureKind | CrudKind

/** Kinds whose rows the tests make by hand (tests/support/fixtures.ts). */
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
  | 'invoice'
  | 'invoice_title'
  | 'invoice_email'
  | 'coupon'
  | 'creator_statement'
  | 'data_set'
  | 'data_set_version'
  | 'storage_upload'
  | 'storage_task'
  | 'llm_key'
  | 'llm_call'

type Schema = z.ZodType

/** What a JSON body may have where its endpoint says nothing else: to read one holds up everybody. */
export const bodyMaxBytes = 65_536
/** For forms that hold a text of tens of thousands of characters, or what was agreed upon for a hundred instances. */
export const longBodyMaxBytes = 393_216

/** Carries the answer to a challenge (`auth.challenge`) with a call that says `challenged`. */
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
  /** Set when a path parameter names a row of one owner. */
  owned?: OwnedKind
  /** True when a repeated call with one `Idempotency-Key` has one effect and one answer (product §11). */
  idempotent: boolean
  /** True when an answer that is kept for a repeat holds a secret, and so is kept sealed. */
  secretAnswer: boolean
  /** True when whoever calls must have proved a short while ago who he is (product §2); otherwise refused `step_up_required`. */
  stepUp: boolean
  /** True when a visitor may have to solve a challenge first; otherwise refused `challenge_required`. */
  challenged: boolean
  /** What the call is for, in Chinese. */
  summary: string
  /** One English sentence for who programs against the API: effects, units, order, limits. */
  description: string
  /** What the person reads when it worked; the envelope's `message`. */
  message: string
  /**
   * Whose reads are no longer as they were after this call: the beginnings of their paths, `wallet` for all of
   * `/api/v1/wallet…`, `instance/:id/guard` for that one. What begins with the call's own noun (`parseEndpointNoun`) always is.
   */
  invalidates: readonly string[]
  /** Where the call was agreed upon; not for who calls it. */
  source: `requirements §${string}` | `decided: ${string}`
  params: Params
  query: Query
  body: Body
  data: Data
  /** True when the envelope carries `total` and `data` is one page. */
  paged: Paged
  /** The request is multipart/form-data: one part `file` of at most so many bytes, the other parts are the body, as text. */
  upload?: { max_bytes: number }
  /** Of a JSON body that may be longer than `body_max_bytes`. */
  maxBodyBytes?: number
  /** Media type of a success that is bytes and no envelope; a failure has its envelope all the same. */
  download?: string
}

const emptySchema = z.object({})
type EmptySchema = typeof emptySchema

/** Declares one call of the wire: server route, OpenAPI entry, typed client, access-matrix row and fuzz target at once. */
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
    challenged: declared.challenged ?? false,
    message: declared.message ?? '',
    invalidates: declared.invalidates ?? [],
    paged: (declared.paged ?? false) as Paged,
    params: (declared.params ?? emptySchema) as Params,
    query: (declared.query ?? emptySchema) as Query,
    body: (declared.body ?? emptySchema) as Body,
  }
}

/** What a handler receives: parsed values. */
export type HandlerInput<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
/** What a caller sends: raw values. */
export type CallInput<E extends Endpoint> = {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.input<E['body']>
}
/** What a caller gets back as `data`. */
export type EndpointData<E extends Endpoint> = z.output<E['data']>
/** What a handler returns. */
export type HandlerResult<E extends Endpoint> = E extends { paged: true }
  ? { items: z.input<E['data']>; total: number }
  : z.input<E['data']>

/** `/api/v1/instance/:id` with its parameters filled in and encoded. */
export const buildPath = (e: Pick<Endpoint, 'path'>, params: Record<string, unknown> = {}): string =>
  e.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** Where all calls live. */
export const apiRoot = '/api/v1'

/** `instance` of `/api/v1/instance/:id/start`, `operator/order` of `/api/v1/operator/order/:id/refund`: the noun a call is about. */
export const parseEndpointNoun = ({ path }: Pick<Endpoint, 'path'>): string => {
  const [first = '', second = ''] = path.slice(apiRoot.length + 1).split('/')
  return first === 'operator' ? `${first}/${second}` : first
}

/** Whether a path begins with these words, as `invalidates` writes them. */
export const hasPathPrefix = (path: string, words: string): boolean => `${path}/`.startsWith(`${apiRoot}/${words}/`)
