export { default as rulebooks } from '../api/rulebooks/en.json';
export const texts = {};
