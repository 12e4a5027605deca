import { llm_models } from '#contract/llm-models.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

const options = { staleTime: 60_000 } as const

/** The models on offer and what they cost. */
export const useModels = () => useEndpoint(llm_models.list, {}, options)

/** Where programs send their requests. */
export const useGateway = () => useEndpoint(llm_models.gateway, {}, options)
