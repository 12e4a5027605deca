import { Component, type ReactNode } from 'react'
import { isPlatformUp } from '#src/api/is-platform-up.ts'
import { ChunkError } from './chunk.ts'
import { ErrorState } from './ErrorState.tsx'

/** Why code did not come: the platform does not answer, or it does and has other files by now. */
type Cause = 'unknown' | 'cut' | 'replaced'

export interface BoundaryFailure {
  error: unknown
  cause: Cause
  retrying: boolean
  retry: () => void
}
interface Props {
  children: ReactNode
  /** A change of it, such as the address, tries again. */
  resetKey?: string
  /** Instead of the state that fills a page, for a part of one. The page then stays and is not reloaded. */
  fallback?: (failure: BoundaryFailure) => ReactNode
}
type State = Omit<BoundaryFailure, 'retry'> & { failed: boolean }

const initialBoundaryState: State = { failed: false, error: null, cause: 'unknown', retrying: false }
const soonMs = 60_000

/** A reload that has just happened and did not help is not tried again. */
const justReloaded = () => {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'reload' && performance.now() < soonMs
}

const hints: Record<Cause, string> = {
  unknown: '网络不稳定，或平台刚刚更新。重试即可继续',
  cut: '连不上平台。请检查网络，稍后再试',
  replaced: '平台可能刚刚更新。请过一会儿刷新页面；若仍然出现，请联系客服',
}

/** Catches what a page or a part of it throws while drawing, says so, and offers a way on. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = initialBoundaryState
  private mounted = false

  static getDerivedStateFromError(error: unknown): State {
    return { ...initialBoundaryState, error, failed: true }
  }

  override componentDidMount(): void {
    this.mounted = true
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof ChunkError) error.forget()
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState(initialBoundaryState)
  }

  override componentWillUnmount(): void {
    this.mounted = false
  }

  private readonly retry = (): void => {
    const { error, retrying } = this.state
    if (!(error instanceof ChunkError)) this.setState(initialBoundaryState)
    else if (!retrying) void this.fetchAgain(error)
  }

  /** A page whose files an upgrade has replaced has to be loaded anew; where the platform is silent, that would lose it. */
  private async fetchAgain(error: ChunkError): Promise<void> {
    const isOver = () => !this.mounted || this.state.error !== error
    this.setState({ retrying: true })
    const came = await error.again().then(
      () => true,
      () => false,
    )
    const replaced = !came && (await isPlatformUp())
    if (isOver()) return
    if (came) this.setState(initialBoundaryState)
    else if (replaced && !this.props.fallback && !justReloaded()) window.location.reload()
    else this.setState({ retrying: false, cause: replaced ? 'replaced' : 'cut' })
  }

  override render(): ReactNode {
    const { failed, ...failure } = this.state
    const { children, fallback } = this.props
    if (!failed) return children
    if (fallback) return fallback({ ...failure, retry: this.retry })
    const isChunk = failure.error instanceof ChunkError
    return (
      <ErrorState
        error={failure.error}
        title={isChunk ? '页面没有加载完整' : '页面出现异常'}
        {...(isChunk && { hint: hints[failure.cause] })}
        retrying={failure.retrying}
        onRetry={this.retry}
      />
    )
  }
}
