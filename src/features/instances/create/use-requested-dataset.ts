import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import { buildMountableQuery, type ChosenDataset } from '#src/features/datasets/shared.ts'
import type { InstanceDraft } from './draft.ts'
import type { ChangeDraft } from './use-draft.ts'

const addChosen = (chosen: readonly ChosenDataset[], added: ChosenDataset): ChosenDataset[] =>
  [...chosen.filter(({ version_id: versionId }) => versionId !== added.version_id), added].slice(-limits.instanceDataSetsMax)

/** Adds the data set requested by the address, in the version it names or the newest. */
export function useRequestedDataset(
  { data_set_id: dataSetId = '', data_set_version_id: dataSetVersionId, data_sets: dataSets = [] }: InstanceDraft,
  change: ChangeDraft,
) {
  const enabled = dataSetId !== ''
  const open = useQuery({ ...buildMountableQuery(dataSetId, false), enabled })
  const wanted = (versions: readonly ChosenDataset[] | undefined) =>
    dataSetVersionId === undefined ? versions?.[0] : versions?.find(({ version_id: versionId }) => versionId === dataSetVersionId)
  // an own data set can be mounted before it is public
  const own = useQuery({ ...buildMountableQuery(dataSetId, true), enabled: enabled && open.isSuccess && !wanted(open.data) })
  const settled = wanted(open.data) !== undefined || own.isSuccess
  const found = settled ? (wanted(open.data) ?? wanted(own.data) ?? open.data?.[0]) : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is added once; it is no longer asked for then
  useEffect(() => {
    if (enabled && found) {
      change({ data_set_id: undefined, data_set_version_id: undefined, data_sets: addChosen(dataSets, found) })
    }
  }, [enabled, found, change])

  return {
    loading: enabled && !settled && !open.error && !own.error,
    lost: enabled && settled && !found,
    error: enabled ? (open.error ?? own.error) : null,
  }
}
