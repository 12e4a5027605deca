/** Stands for a package that a library imports only for a component we never use (`vite.config.ts`). */
const nothing = (): null => null

export default nothing
export const PageHeader = nothing
export const ProBreadcrumb = nothing
