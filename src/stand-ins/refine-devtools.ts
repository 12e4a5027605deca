/** Refine's devtools hooks, which do nothing without the devtools server. */
export const getXRay = (): Record<string, never> => ({})
export const useQuerySubscription = (): void => undefined
