import { type ChallengeTask, findChallengeNumber } from './find-challenge-number.ts'

/** Tries numbers beside the page, so that one can go on typing meanwhile. */
self.onmessage = ({ data }: MessageEvent<ChallengeTask>) => self.postMessage(findChallengeNumber(data, 0, data.max))
