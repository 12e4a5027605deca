import { createStore } from '#src/ui/store.ts'
import type { Image } from './catalogue.ts'

/** Images of the community that were picked on this page; after a reload the address still names the chosen one. */
export const picked_images = createStore<readonly Image[]>([])

/** Those that were picked before all others, each once. */
export const withPicked = (images: readonly Image[], picked: readonly Image[]): readonly Image[] =>
  picked.length ? [...picked, ...images.filter(({ id }) => !picked.some((one) => one.id === id))] : images

export function pickImage(image: Image): void {
  picked_images.set([image, ...picked_images.get().filter(({ id }) => id !== image.id)])
}
