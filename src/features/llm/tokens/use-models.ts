import { llmModels } from '#contract/llm-models.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

const options = { staleTime: 60_000 } as const

/** The models on offer and what they cost. */
export const useLlmModels = () => useEndpoint(llmModels.list, {}, options)

/** Where programs send their requests. */
export const useLlmGateway = () => useEndpoint(llmModels.gateway, {}, options)
