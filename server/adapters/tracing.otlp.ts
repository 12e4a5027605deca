import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node'
import { setTracer } from '#server/lib/tracing.ts'

interface TracedNode {
  role: string
  version: string
  /** Told once when the collector stops to take spans, and once when it takes them again. */
  say: { warn(about: object, line: string): void; info(line: string): void }
}

const delivered = { code: 0 }

/** Sends as the SDK does, with its own retries, and tells of trouble once: the SDK would with each batch. */
function createToldExporter(say: TracedNode['say']): SpanExporter {
  const exporter = new OTLPTraceExporter()
  let failing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, ({ code, error }) => {
        const failed = code !== delivered.code
        if (failed && !failing) {
          const { message, code: reason } = (error ?? {}) as Partial<Error & { code: unknown }>
          say.warn({ reason: reason ?? message ?? 'no answer' }, 'traces are lost: the collector does not take them')
        }
        if (!failed && failing) say.info('the collector takes traces again')
        failing = failed
        done(delivered)
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

/** What the SDK says, each once: of bad settings, of spans that found no room. Numbers make no other sentence. */
function listenToSdk({ warn }: TracedNode['say']): void {
  const said = new Set<string>()
  const once = (line: string) => {
    const kind = line.replace(/\d+/g, '#').slice(0, 80)
    if (!said.has(kind)) warn({ sdk: line.slice(0, 300) }, 'the tracing library warns')
    said.add(kind)
  }
  const silent = () => undefined
  diag.setLogger(
    { error: once, warn: once, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

/**
 * Begins to send spans to an OpenTelemetry collector; the SDK reads the OTEL_* variables by itself. `close` sends what is left, and
 * ends when the collector has answered: whoever closes waits no longer than it likes.
 */
export function startOtlpTracing({ role, version, say }: TracedNode): { close(): Promise<void> } {
  listenToSdk(say)
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'zhisuan', 'service.version': version, 'zhisuan.role': role }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(createToldExporter(say))],
  })
  provider.register()
  setTracer(provider.getTracer('zhisuan', version))
  return {
    close: async () => {
      setTracer(undefined)
      await provider.shutdown().catch(() => undefined)
      for (const api of [trace, context, propagation, diag]) api.disable()
    },
  }
}
