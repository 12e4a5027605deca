import type { EndpointData } from '#contract/endpoint.ts'
import type { instances } from '#contract/instances.ts'
import type { Row } from '#src/admin/row-types.ts'

/** An instance with its boot steps and the name of its key. */
export type InstanceDetail = EndpointData<typeof instances.get>
export type BootStep = InstanceDetail['steps'][number]

/** Casts a row of this page, which is the answer of `instances.get`. */
export const toInstanceDetail = (row: Row): InstanceDetail => row as unknown as InstanceDetail
