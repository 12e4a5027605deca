import { createStore } from '#src/ui/store.ts'
import type { ImageOption } from './catalogue.ts'

/** Community images picked on this page; after a reload the address still names the selected one. */
export const pickedImages = createStore<readonly ImageOption[]>([])

/** Merges the lists with the picked images first and without duplicates. */
export const mergePickedImages = (images: readonly ImageOption[], picked: readonly ImageOption[]): readonly ImageOption[] =>
  picked.length ? [...picked, ...images.filter(({ id }) => !picked.some((one) => one.id === id))] : images

export function pickImage(image: ImageOption): void {
  pickedImages.set([image, ...pickedImages.get().filter(({ id }) => id !== image.id)])
}
