import type { UploadStore } from '#server/ports/uploads.ts'
import type { StorageSettings, VolumeStore } from '#server/ports/volumes.ts'

/** Creates uploads into these volumes. The tus implementation is loaded on first use. */
export function createUploads(config: StorageSettings, volumes: VolumeStore): UploadStore {
  let opened: Promise<UploadStore> | undefined
  const uploads = () => {
    opened ??= import('#server/adapters/uploads.tus.ts').then(({ createTusUploads }) => createTusUploads(config, volumes))
    return opened
  }
  return {
    open: async (...sent) => (await uploads()).open(...sent),
    received: async (...sent) => (await uploads()).received(...sent),
    finish: async (...sent) => (await uploads()).finish(...sent),
    remove: async (...sent) => (await uploads()).remove(...sent),
    speak: async (...sent) => (await uploads()).speak(...sent),
  }
}
