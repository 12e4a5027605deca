/** Stands for a package that is imported by a library but never reached by this product. */
const nothing = (): null => null

export default nothing
export const PageHeader = nothing
export const ProBreadcrumb = nothing
export const getFetch = nothing
