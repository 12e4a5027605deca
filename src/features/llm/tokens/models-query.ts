import { queryOptions } from '@tanstack/react-query'
import { llm_models } from '#contract/llm-models.ts'
import { call } from '#src/api/call.ts'

/** The models on offer and what they cost. */
export const models_query = queryOptions({
  queryKey: ['llm-models'],
  queryFn: async ({ signal }) => (await call(llm_models.list, {}, { signal })).data,
  staleTime: 60_000,
})

export const gateway_query = queryOptions({
  queryKey: ['llm-gateway'],
  queryFn: async ({ signal }) => (await call(llm_models.gateway, {}, { signal })).data,
  staleTime: 60_000,
})
