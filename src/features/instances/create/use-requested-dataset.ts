import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import type { Chosen } from '#src/features/datasets/choice/chosen-dataset.ts'
import { mountableQuery } from '#src/features/datasets/choice/mountable-query.ts'
import type { Draft } from './draft.ts'
import type { Change } from './use-draft.ts'

const withOne = (chosen: readonly Chosen[], added: Chosen): Chosen[] =>
  [...chosen.filter(({ version_id }) => version_id !== added.version_id), added].slice(-limits.instance_data_sets_max)

/** Adds the data set that the address asks for to the choice, in the version it names or the newest. */
export function useAskedDataSet({ data_set_id = '', data_set_version_id, data_sets = [] }: Draft, change: Change) {
  const enabled = data_set_id !== ''
  const open = useQuery({ ...mountableQuery(data_set_id, false), enabled })
  const wanted = (versions: readonly Chosen[] | undefined) =>
    data_set_version_id === undefined ? versions?.[0] : versions?.find(({ version_id }) => version_id === data_set_version_id)
  // one's own can be mounted before it is public
  const own = useQuery({ ...mountableQuery(data_set_id, true), enabled: enabled && open.isSuccess && !wanted(open.data) })
  const settled = wanted(open.data) !== undefined || own.isSuccess
  const found = settled ? (wanted(open.data) ?? wanted(own.data) ?? open.data?.[0]) : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is added once; it is no longer asked for then
  useEffect(() => {
    if (enabled && found) {
      change({ data_set_id: undefined, data_set_version_id: undefined, data_sets: withOne(data_sets, found) })
    }
  }, [enabled, found, change])

  return {
    loading: enabled && !settled && !open.error && !own.error,
    lost: enabled && settled && !found,
    error: enabled ? (open.error ?? own.error) : null,
  }
}
