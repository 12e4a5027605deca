import { z } from 'zod'
import { HttpUrl } from '#server/config/addresses.ts'

/** Empty is unset, as OpenTelemetry has it. */
const Text = z
  .string()
  .optional()
  .transform((text) => text?.trim() || undefined)

/**
 * OpenTelemetry's own variables. Most are read by its SDK alone; here is what decides whether it is loaded, and what it would pass
 * over in silence, or read as something that the operator did not mean.
 */
export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Text,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Text,
  OTEL_EXPORTER_OTLP_PROTOCOL: Text,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: Text,
  OTEL_TRACES_EXPORTER: Text,
  OTEL_TRACES_SAMPLER: Text,
  OTEL_TRACES_SAMPLER_ARG: Text,
  OTEL_SDK_DISABLED: Text,
}

const samplers = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`])

const Ratio = z.coerce.number('须为 0 到 1 之间的数').min(0, '须为 0 到 1 之间的数').max(1, '须为 0 到 1 之间的数').optional()
const OnlyProtobuf = z.literal('http/protobuf', '只支持 http/protobuf').optional()

/** Checked only if traces are sent: the variables may stand there for other programs. */
const Sending = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: HttpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: HttpUrl.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: OnlyProtobuf,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: OnlyProtobuf,
  OTEL_TRACES_EXPORTER: z.literal('otlp', '须为 otlp 或 none').optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplers, `须为 ${samplers.join('、')} 之一`).optional(),
  OTEL_TRACES_SAMPLER_ARG: Ratio,
})

type Environment = z.output<z.ZodObject<typeof tracingEnvironment>>

/** Where this node sends traces; undefined if it sends none. Throws what is wrong with the variables, a line each. */
export function findTracesEndpoint(e: Environment): string | undefined {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = e
  const endpoint = e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? e.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint || disabled?.toLowerCase() === 'true' || exporter === 'none') return undefined
  const { error } = Sending.safeParse(e)
  if (error) throw new Error(error.issues.map((issue) => `配置 ${issue.path.join('.')} 有误：${issue.message}`).join('\n'))
  return endpoint
}
