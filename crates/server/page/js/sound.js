// Small sounds, made on the spot and only for whoever asks for them.

import { settings } from './settings.js';

/** @type {AudioContext | null} */
let context = null;

/**
 * @param {'card' | 'chip' | 'win' | 'turn'} kind
 */
export function play(kind) {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (kind === 'card') swish(context, 0.07, 2600);
  else if (kind === 'chip')
    [0, 0.045].forEach((later) => tone(/** @type {AudioContext} */ (context), 3100 - later * 9000, 0.05, later, 0.05));
  else if (kind === 'win')
    [523, 659, 784].forEach((pitch, i) => tone(/** @type {AudioContext} */ (context), pitch, 0.16, i * 0.08, 0.06));
  else tone(context, 660, 0.12, 0, 0.05);
}

/**
 * @param {AudioContext} audio
 * @param {number} length
 * @param {number} pitch
 */
function swish(audio, length, pitch) {
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length);
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const band = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 0.8 });
  source
    .connect(band)
    .connect(new GainNode(audio, { gain: 0.12 }))
    .connect(audio.destination);
  source.start();
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} length
 * @param {number} later
 * @param {number} loud
 */
function tone(audio, pitch, length, later, loud) {
  const start = audio.currentTime + later;
  const gain = new GainNode(audio, { gain: loud });
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  const source = new OscillatorNode(audio, { frequency: pitch, type: 'triangle' });
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}
