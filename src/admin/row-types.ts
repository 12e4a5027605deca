import type { z } from 'zod'
import type { Endpoint, EndpointData } from '#contract/endpoint.ts'

/** A row once its own type is forgotten; what generic code handles. */
export type Row = { id: string } & Record<string, unknown>

/** A paged call that answers rows with an `id`. */
export type ListEndpoint = Endpoint & { paged: true; data: z.ZodType<{ id: string }[]> }

/** The row a list endpoint answers. */
export type RowOf<L extends Endpoint> = EndpointData<L> extends readonly (infer R)[] ? R : never

type EachKey<T> = T extends T ? keyof T & string : never
/** The fields of a body, over all branches of a union. */
export type FieldOf<E extends Endpoint> = EachKey<z.input<E['body']>>

type ReservedListParam = 'page' | 'page_size' | 'sort' | 'order' | 'keyword'
/** What a list may be filtered by. */
export type FilterOf<L extends Endpoint> = Exclude<EachKey<z.input<L['query']>>, ReservedListParam>

/** Value on the wire → word on the screen. */
export type OptionLabels = Readonly<Record<string, string>>
