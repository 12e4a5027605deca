import type { EndpointData } from '#contract/endpoint.ts'
import type { users } from '#contract/users.ts'

export type UserRealName = EndpointData<typeof users.get_real_name>
