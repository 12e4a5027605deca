import { Readable } from 'node:stream'
import { type CreateDataSetForm, my_data_sets } from '#contract/my-datasets.ts'
import { operator_data_sets } from '#contract/operator/datasets.ts'
import { copyNext } from '#server/domains/storage/datasets/copy-datasets.service.ts'
import { newId } from '#server/lib/ids.ts'
import { personalVolume } from '#server/ports/volumes.ts'
import { region_id } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import type { Rental } from '#tests/support/rental.ts'

export type Files = Record<string, string | Buffer>

const few_files: Files = { 'data.csv': 'x,y\n1,2\n', '图片/说明.txt': '你好\n' }

/** Puts files into a folder of a person's own storage. */
export async function storeFiles({ deps }: Rental, person: Person, folder: string, files: Files = few_files): Promise<void> {
  const volume = personalVolume(region_id, person.id)
  for (const [path, bytes] of Object.entries(files)) {
    await deps.volumes.write({ volume, path: `${folder}/${path}` }, Readable.from([Buffer.from(bytes)]), { replace: true })
  }
}

export const dataSetForm = (changes: Partial<CreateDataSetForm> = {}) => ({
  slug: newId('s').slice(2),
  name: '评测集',
  summary: '用来评测的题目',
  type_id: 'text',
  tags: ['评测'],
  version: '1.0',
  licence: 'MIT',
  readme: '# 说明',
  source: { region_id, path: 'cases' },
  ...changes,
})

/** Submits a data set with files; they are not copied yet. */
export async function submitDataSet(rental: Rental, person: Person, changes: Partial<CreateDataSetForm> = {}, files?: Files) {
  await storeFiles(rental, person, 'cases', files)
  const { data } = await person.call(my_data_sets.create, { body: dataSetForm(changes) })
  return data
}

export async function copyAll(rental: Rental): Promise<void> {
  while (await copyNext(rental.deps)) {
    // until none is left
  }
}

/** The same, copied and waiting for review; answers the ids of the entry and its version. */
export async function pendingDataSet(rental: Rental, person: Person, changes: Partial<CreateDataSetForm> = {}, files?: Files) {
  const { id, slug, versions } = await submitDataSet(rental, person, changes, files)
  await copyAll(rental)
  return { id, slug, version_id: versions[0]!.id }
}

/** The same, published by a reviewer. */
export async function publishedDataSet(
  rental: Rental,
  { author, reviewer }: { author: Person; reviewer: Person },
  changes: Partial<CreateDataSetForm> = {},
  files?: Files,
) {
  const made = await pendingDataSet(rental, author, changes, files)
  await reviewer.call(operator_data_sets.approve, { params: { id: made.version_id } })
  return made
}
