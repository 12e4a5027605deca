/** Stands for a package that a library imports only for a component we never use (`vite.config.ts`). */
const renderNothing = (): null => null

export default renderNothing
export const PageHeader = renderNothing
export const ProBreadcrumb = renderNothing
