import { consumption } from '#contract/consumption.ts'
import type { OptionLabels } from '#src/admin/row-types.ts'
import { callEndpoint } from '#src/api/call.ts'

const toOptions = (named: readonly { id: string; name: string }[]): OptionLabels => {
  const names = named.map(({ name }) => name)
  // two instances may be called the same: then the end of the number tells them apart
  const label = ({ id, name }: { id: string; name: string }) =>
    names.filter((other) => other === name).length > 1 ? `${name}（…${id.slice(-4)}）` : name
  return Object.fromEntries(named.map((one) => [one.id, label(one)]))
}

/** Instances and products that may be asked for, released ones included. */
export async function loadConsumptionSubjectOptions(): Promise<{ instances: OptionLabels; products: OptionLabels }> {
  const { data } = await callEndpoint(consumption.subjects)
  return { instances: toOptions(data.instances), products: toOptions(data.products) }
}
