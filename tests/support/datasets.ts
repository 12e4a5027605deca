import { Readable } from 'node:stream'
import { type CreateDatasetForm, myDatasets } from '#contract/my-datasets.ts'
import { operatorDatasets } from '#contract/operator/datasets.ts'
import { copyNextDataset } from '#server/domains/storage/datasets/copy-datasets.service.ts'
import { newId } from '#server/lib/ids.ts'
import { toPersonalVolume } from '#server/ports/volumes.ts'
import { testRegionId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'

export type FileContents = Record<string, string | Buffer>

const fewFiles: FileContents = { 'data.csv': 'x,y\n1,2\n', '图片/说明.txt': '你好\n' }

/** Puts files into a folder of a user's storage. */
export async function storeFiles(
  { deps }: RentalPlatform,
  person: Person,
  folder: string,
  files: FileContents = fewFiles,
): Promise<void> {
  const volume = toPersonalVolume(testRegionId, person.id)
  for (const [path, bytes] of Object.entries(files)) {
    await deps.volumes.write({ volume, path: `${folder}/${path}` }, Readable.from([Buffer.from(bytes)]), { replace: true })
  }
}

export const buildDatasetForm = (changes: Partial<CreateDatasetForm> = {}) => ({
  slug: newId('s').slice(2),
  name: '评测集',
  summary: '用来评测的题目',
  type_id: 'text',
  tags: ['评测'],
  version: '1.0',
  licence: 'MIT',
  readme: '# 说明',
  source: { region_id: testRegionId, path: 'cases' },
  ...changes,
})

/** Submits a data set with files, which are not copied yet. */
export async function submitDataset(
  rental: RentalPlatform,
  person: Person,
  changes: Partial<CreateDatasetForm> = {},
  files?: FileContents,
) {
  await storeFiles(rental, person, 'cases', files)
  const { data } = await person.call(myDatasets.create, { body: buildDatasetForm(changes) })
  return data
}

export async function copyAllDatasets(rental: RentalPlatform): Promise<void> {
  while (await copyNextDataset(rental.deps)) {
    // until none is left
  }
}

/** Submits a data set, copied and waiting for review; returns the ids of the entry and its version. */
export async function createPendingDataset(
  rental: RentalPlatform,
  person: Person,
  changes: Partial<CreateDatasetForm> = {},
  files?: FileContents,
) {
  const { id, slug, versions } = await submitDataset(rental, person, changes, files)
  await copyAllDatasets(rental)
  return { id, slug, version_id: versions[0]!.id }
}

/** Submits a data set and has a reviewer publish it. */
export async function createPublishedDataset(
  rental: RentalPlatform,
  { author, reviewer }: { author: Person; reviewer: Person },
  changes: Partial<CreateDatasetForm> = {},
  files?: FileContents,
) {
  const made = await createPendingDataset(rental, author, changes, files)
  await reviewer.call(operatorDatasets.approve, { params: { id: made.version_id } })
  return made
}
