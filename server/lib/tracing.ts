import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { Refusal } from '#server/lib/refusal.ts'

/**
 * Spans of what this process does (docs/decisions/117). Attributes carry the words of the log and never a value that somebody has
 * typed: no address with its query, no header, no parameter of a statement, no message of an error, which may quote a row.
 */

interface SpanStart {
  name: string
  kind?: SpanKind
  attributes?: Attributes
  /** Errors that are an answer, not a failure. */
  isAnswer?: (error: unknown) => boolean
}

/** Undefined, unless an endpoint is configured: then whatever follows costs one comparison. */
let tracer: Tracer | undefined

export const setTracer = (started: Tracer | undefined): void => {
  tracer = started
}

export const isTracing = (): boolean => tracer !== undefined

const isRefused = (error: unknown): boolean => error instanceof Refusal && error.http_status < 500

function markFailed(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', typeof code === 'string' ? code : String(name))
}

async function runInSpan<T>(by: Tracer, { isAnswer = isRefused, ...start }: SpanStart, parent: Context, work: () => Promise<T>) {
  const span = by.startSpan(start.name, start, parent)
  try {
    return await context.with(trace.setSpan(parent, span), work)
  } catch (error) {
    if (!isAnswer(error)) markFailed(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Runs `work` as a part of what is traced already; what nobody traces is only run, so that loops which look for work send nothing. */
export function inSpan<T>(describe: () => SpanStart, work: () => Promise<T>): Promise<T> {
  if (!tracer || !trace.getActiveSpan()?.isRecording()) return work()
  return runInSpan(tracer, describe(), context.active(), work)
}

/** Runs `work` as a trace of its own, or as a part of the one that `parent` belongs to. */
export function inTrace<T>(start: SpanStart, work: () => Promise<T>, parent: Context = ROOT_CONTEXT): Promise<T> {
  return tracer ? runInSpan(tracer, start, parent, work) : work()
}

/** For what nobody but a connection asks for: the gateways carry no trace of their own. */
export const inSpanOrTrace = <T>(start: SpanStart, work: () => Promise<T>): Promise<T> =>
  tracer && !trace.getActiveSpan() ? inTrace(start, work) : inSpan(() => start, work)

/** Starts a span without running anything in it; whoever asks ends it. Only while `isTracing`. */
export function startSpan({ name, ...options }: SpanStart, parent: Context): { span: Span; within: Context } {
  const span = tracer!.startSpan(name, options, parent)
  return { span, within: trace.setSpan(parent, span) }
}

/** Marks what is being traced as failed, where the error is dealt with inside. */
export function failTrace(error: unknown): void {
  const span = tracer && trace.getActiveSpan()
  if (span) markFailed(span, error)
}

/** What the headers of a call, or one of ours that was written down, say of the trace it belongs to. */
export const readTraceContext = (carrier: object): Context => propagation.extract(ROOT_CONTEXT, carrier)

/** The active trace as the header `traceparent`; undefined if none is recorded. */
export function writeTraceParent(): string | undefined {
  if (!tracer || !trace.getActiveSpan()?.isRecording()) return undefined
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

/** Names the trace in a line of the log; only one that is recorded can be found. */
export function describeActiveTrace(): { trace_id?: string; span_id?: string } {
  const span = tracer && trace.getActiveSpan()?.spanContext()
  return span && span.traceFlags & 1 ? { trace_id: span.traceId, span_id: span.spanId } : {}
}
