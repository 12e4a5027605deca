import { findNumber, type Task } from './find-challenge-number.ts'

/** Tries numbers beside the page, so that one can go on typing meanwhile. */
self.onmessage = ({ data }: MessageEvent<Task>) => self.postMessage(findNumber(data, 0, data.max))
