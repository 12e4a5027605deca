import { limits } from '#contract/limits.ts'
import { projects } from '#contract/projects.ts'
import { callEndpoint } from '#src/api/call.ts'

export { NewMemberProjectInput, ProjectInput } from './ProjectInput.tsx'

/** Names of the caller's projects by id, for a filter. */
export async function loadProjectOptions(): Promise<Record<string, string>> {
  const { data } = await callEndpoint(projects.list, { query: { page_size: limits.projectsMax, sort: 'name', order: 'asc' } })
  return Object.fromEntries(data.map(({ id, name }) => [id, name]))
}
