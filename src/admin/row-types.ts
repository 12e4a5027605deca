import type { z } from 'zod'
import type { Endpoint, EndpointData } from '#contract/endpoint.ts'

/** A row with its type erased, as used by generic code. */
export type Row = { id: string } & Record<string, unknown>

/** A paged endpoint that returns rows with an `id`. */
export type ListEndpoint = Endpoint & { paged: true; data: z.ZodType<{ id: string }[]> }

/** Row type of a list endpoint. */
export type RowOf<L extends Endpoint> = EndpointData<L> extends readonly (infer R)[] ? R : never

type EachKey<T> = T extends T ? keyof T & string : never
/** Field names of a body, across all branches of a union. */
export type FieldOf<E extends Endpoint> = EachKey<z.input<E['body']>>

type ReservedListParam = 'page' | 'page_size' | 'sort' | 'order' | 'keyword'
/** Filter names of a list query. */
export type FilterOf<L extends Endpoint> = Exclude<EachKey<z.input<L['query']>>, ReservedListParam>

/** Maps wire values to displayed texts. */
export type OptionLabels = Readonly<Record<string, string>>
