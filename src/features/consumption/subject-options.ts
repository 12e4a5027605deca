import { consumption } from '#contract/consumption.ts'
import type { Options } from '#src/admin/row-types.ts'
import { call } from '#src/api/call.ts'

const optionsOf = (named: readonly { id: string; name: string }[]): Options => {
  const names = named.map(({ name }) => name)
  // two instances may be called the same: then the end of the number tells them apart
  const label = ({ id, name }: { id: string; name: string }) =>
    names.filter((other) => other === name).length > 1 ? `${name}（…${id.slice(-4)}）` : name
  return Object.fromEntries(named.map((one) => [one.id, label(one)]))
}

/** Instances and products that may be asked for, released ones included. */
export async function subjectOptions(): Promise<{ instances: Options; products: Options }> {
  const { data } = await call(consumption.subjects)
  return { instances: optionsOf(data.instances), products: optionsOf(data.products) }
}
