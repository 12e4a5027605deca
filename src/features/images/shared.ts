export { formatEnvironment } from './environment.ts'
export { imageReleaseStateStyles, originalStateStyles } from './state-styles.ts'
