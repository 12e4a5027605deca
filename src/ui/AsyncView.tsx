import type { ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { SkeletonRows } from './SkeletonRows.tsx'

interface Props<T> {
  data: T | undefined
  error: unknown
  onRetry: () => void
  /** Placeholder in the shape of the content. */
  skeleton?: ReactNode
  errorTitle?: string
  children: (data: T) => ReactNode
}

/** Renders content from a call: skeleton, then content or error. Keeps existing content during a refetch. */
export function AsyncView<T>({ data, error, onRetry, skeleton = <SkeletonRows />, errorTitle, children }: Props<T>) {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState error={error} onRetry={onRetry} {...(errorTitle && { title: errorTitle })} />
  return skeleton
}
