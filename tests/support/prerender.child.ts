import { buildPrerender } from '../../scripts/web/write-pages.ts'

// Builds what the server draws pages with, into the folder named by the first argument. In a process of its own, since Vite builds
// for the NODE_ENV it runs in.
const [, , folder = ''] = process.argv
await buildPrerender(folder)
